//! The services of a desktop that say whether its screen is locked and for how long nobody touched
//! it. What they answer is set by lines of standard input.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::json;
use tokio::sync::mpsc;

use crate::output;

/// A service that can be there or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Service {
    /// `org.freedesktop.ScreenSaver`
    Freedesktop,
    /// `org.gnome.ScreenSaver`
    Gnome,
    /// `org.gnome.Mutter.IdleMonitor`
    Mutter,
}

/// What the services answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Answers {
    freedesktop_is_active: bool,
    gnome_is_active: bool,
    idle_ms: u64,
    /// Questions are heard and never answered.
    is_silent: bool,
}

/// The answers as the services share them.
#[derive(Debug, Clone, Default)]
struct Shared(Arc<Mutex<Answers>>);

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Answers> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn get(&self) -> Answers {
        if self.lock().is_silent {
            std::future::pending::<()>().await;
        }
        *self.lock()
    }
}

struct Freedesktop(Shared);

#[zbus::interface(name = "org.freedesktop.ScreenSaver")]
impl Freedesktop {
    async fn get_active(&self) -> bool {
        self.0.get().await.freedesktop_is_active
    }

    async fn get_session_idle_time(&self) -> u32 {
        u32::try_from(self.0.get().await.idle_ms).unwrap_or(u32::MAX)
    }
}

struct Gnome(Shared);

#[zbus::interface(name = "org.gnome.ScreenSaver")]
impl Gnome {
    async fn get_active(&self) -> bool {
        self.0.get().await.gnome_is_active
    }
}

struct Mutter(Shared);

#[zbus::interface(name = "org.gnome.Mutter.IdleMonitor")]
impl Mutter {
    async fn get_idletime(&self) -> u64 {
        self.0.get().await.idle_ms
    }
}

/// Serves on the session bus until standard input ends.
///
/// # Errors
/// When there is no session bus, or somebody else has a name there.
pub async fn serve(services: &[Service]) -> io::Result<()> {
    let shared = Shared::default();
    let _connection = connect(services, &shared).await.map_err(io::Error::other)?;
    output::line(
        &json!({"desk_services": services.iter().map(|service| name(*service)).collect::<Vec<_>>()}).to_string(),
    )?;
    let (say, mut hear) = mpsc::unbounded_channel();
    std::thread::spawn(move || io::stdin().lines().map_while(Result::ok).try_for_each(|line| say.send(line)));
    while let Some(line) = hear.recv().await {
        let changed = change(*shared.lock(), &line);
        let row = match changed {
            Some(answers) => {
                *shared.lock() = answers;
                json!({"did": line})
            }
            None => json!({"did": line, "error": "freedesktop on|off, gnome on|off, idle MS or silent on|off"}),
        };
        output::line(&row.to_string())?;
    }
    Ok(())
}

async fn connect(services: &[Service], shared: &Shared) -> zbus::Result<zbus::Connection> {
    let mut builder = zbus::connection::Builder::session();
    for service in services {
        builder = builder.name(name(*service));
        builder = match service {
            Service::Freedesktop => builder.serve_at("/org/freedesktop/ScreenSaver", Freedesktop(shared.clone())),
            Service::Gnome => builder.serve_at("/org/gnome/ScreenSaver", Gnome(shared.clone())),
            Service::Mutter => builder.serve_at("/org/gnome/Mutter/IdleMonitor/Core", Mutter(shared.clone())),
        };
    }
    builder.build().await
}

fn name(service: Service) -> &'static str {
    match service {
        Service::Freedesktop => "org.freedesktop.ScreenSaver",
        Service::Gnome => "org.gnome.ScreenSaver",
        Service::Mutter => "org.gnome.Mutter.IdleMonitor",
    }
}

/// The answers after a line; none for a line that says nothing.
fn change(mut answers: Answers, line: &str) -> Option<Answers> {
    let (what, value) = line.trim().split_once(' ')?;
    let is_on = match value {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    };
    match what {
        "freedesktop" => answers.freedesktop_is_active = is_on?,
        "gnome" => answers.gnome_is_active = is_on?,
        "silent" => answers.is_silent = is_on?,
        "idle" => answers.idle_ms = value.parse().ok()?,
        _ => return None,
    }
    Some(answers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_changes_one_answer() {
        let start = Answers::default();
        assert_eq!(change(start, "idle 1500"), Some(Answers { idle_ms: 1500, ..start }));
        assert_eq!(change(start, "gnome on"), Some(Answers { gnome_is_active: true, ..start }));
        assert_eq!(change(start, "freedesktop on"), Some(Answers { freedesktop_is_active: true, ..start }));
        assert_eq!(change(start, "silent on"), Some(Answers { is_silent: true, ..start }));
        for line in ["", "idle", "idle soon", "gnome perhaps", "mutter on"] {
            assert_eq!(change(start, line), None, "{line}");
        }
    }
}
