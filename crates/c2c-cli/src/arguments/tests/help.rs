//! Every help text.

use clap::CommandFactory as _;

use crate::arguments::Arguments;

/// The help of one command, at a fixed width.
fn help(path: &[&str]) -> String {
    let mut command = Arguments::command().term_width(100);
    command.build();
    let mut found = &mut command;
    for name in path {
        found = found.find_subcommand_mut(name).unwrap();
    }
    found.render_long_help().to_string()
}

#[test]
fn the_help_of_the_whole() {
    insta::assert_snapshot!(help(&[]), @r#"
    ChatGPT plans and reviews, Codex executes, C2C carries the work between them

    Usage: c2c [OPTIONS] <COMMAND>

    Commands:
      start         Start a session and run it here until it is done
      status        Show where the session stands
      pause         Pause the session
      continue      Go on with a session that nobody runs any more
      stop          End the session for good
      reply         Bring ChatGPT's answer back, or give your own when the session is blocked
      approve       Approve the plan that waits
      reject        Reject the plan that waits, with a reason that is sent to ChatGPT
      handoff       Move the task to a new ChatGPT conversation
      undo          Take an iteration's changes back
      message       Write and read control messages
      session       Show or change what is kept about the session
      record        Record an iteration that was not executed by C2C
      preview       Show what ChatGPT would get from the connector, and what not
      workspace     Show what was detected about the project folder
      instructions  Print the instructions for a ChatGPT Project
      boot-prompt   Print the first message of a new ChatGPT conversation
      chatgpt       Open, look at and close the browser that shows ChatGPT
      serve         Serve the connectors of all workspaces
      completions   Print a completion script for a shell

    Options:
      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help

      -V, --version
              Print version

    Examples:
      c2c chatgpt open
      c2c start --goal "Make the failing test pass"
      c2c status --json
      c2c -w ~/src/shop workspace

    Answers go to standard output, everything said about them to standard error.
    Exit codes: 0 done, 1 it cannot be done as asked, 2 wrong usage, 255 a fault in C2C.
    "#);
}

#[test]
fn the_help_of_start_and_continue() {
    insta::assert_snapshot!(help(&["start"]), @r#"
    Start a session and run it here until it is done

    Usage: c2c start [OPTIONS] --goal <TEXT>

    Options:
          --goal <TEXT>
              What is to be reached

          --manual
              Carry the messages to ChatGPT yourself

          --app
              Hand the session over to the running C2C app, and return at once

          --approval <WHEN>
              Which plans wait for your approval [default: the setting `approval`, else first]

              Possible values:
              - first: Only the first plan of a session
              - every: Every plan
              - never: None

          --max-iterations <N>
              Pause after this many iterations [default: `.c2c.json`, the setting `max_iterations`, else
              12]

          --sandbox <MODE>
              What Codex may touch [default: the setting `sandbox`, else workspace-write]

              Possible values:
              - read-only:          Read the project
              - workspace-write:    Write in the project, no network
              - danger-full-access: Everything you may touch yourself

          --new-chat
              Begin a new ChatGPT conversation

          --project <URL>
              Use the ChatGPT Project at this address: your conversation there, or a new one

          --chat <URL>
              Use the ChatGPT conversation at this address

      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help (see a summary with '-h')

    Examples:
      c2c start --goal "Make the failing test pass"
      c2c start --goal "Add a dark mode" --approval every --max-iterations 4
      c2c start --goal "Fix the build" --manual

    C2C sends the messages and reads the answers in the ChatGPT window it owns. With `--manual` each
    message is printed with its number instead: carry it to ChatGPT, and bring the answer back from
    another terminal with `c2c reply`. Ctrl-C pauses the session; `c2c continue` goes on with it. With
    `--app` the C2C app in the tray runs the session, and the terminal is free at once.
    "#);
    insta::assert_snapshot!(help(&["continue"]), @"
    Go on with a session that nobody runs any more

    Usage: c2c continue [OPTIONS]

    Options:
          --manual
              Carry the messages to ChatGPT yourself from now on

      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help

    Examples:
      c2c continue
      c2c continue --manual

    A session that is paused goes on; one whose process is gone is taken over. At its iteration limit it
    is allowed as many iterations again. Who carries its messages stays as it was, unless you say
    `--manual`.
    ");
}

#[test]
fn the_help_of_the_commands_for_a_running_session() {
    insta::assert_snapshot!(help(&["reply"]), @"
    Bring ChatGPT's answer back, or give your own when the session is blocked

    Usage: c2c reply [OPTIONS]

    Options:
          --file <FILE>
              Read the answer from this file [default: standard input]

          --clipboard
              Take the answer from the clipboard

      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help

    Examples:
      c2c reply < answer.txt
      c2c reply --file answer.txt
      c2c reply --clipboard
    ");
    insta::assert_snapshot!(help(&["reject"]), @r#"
    Reject the plan that waits, with a reason that is sent to ChatGPT

    Usage: c2c reject [OPTIONS] <REASON>

    Arguments:
      <REASON>
              Why; ChatGPT gets to read it

    Options:
      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help

    Examples:
      c2c reject "Do not touch the database schema"
    "#);
    insta::assert_snapshot!(help(&["undo"]), @"
    Take an iteration's changes back

    Usage: c2c undo [OPTIONS]

    Options:
          --iteration <N>
              The iteration [default: the last one that was not taken back]

      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help

    Examples:
      c2c undo
      c2c undo --iteration 2

    Files get the content they had before the iteration; nothing is committed. When one of them was
    changed since, nothing is touched.
    ");
    for name in ["status", "pause", "stop", "approve", "handoff"] {
        assert!(help(&[name]).contains(&format!("Usage: c2c {name} [OPTIONS]")), "{name}");
    }
}

#[test]
fn the_help_of_message() {
    insta::assert_snapshot!(help(&["message"]), @"
    Write and read control messages

    Usage: c2c message [OPTIONS] <COMMAND>

    Commands:
      render  Write a message that C2C sends
      copy    Put a message that C2C sends on the clipboard
      parse   Read a reply from standard input or a file

    Options:
      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help
    ");
    insta::assert_snapshot!(help(&["message", "render"]), @r#"
    Write a message that C2C sends

    Usage: c2c message render [OPTIONS] <STATE>

    Arguments:
      <STATE>
              The message's state

              Possible values:
              - init:      A new task (needs --goal)
              - executing: Execution has begun
              - executed:  An iteration is finished (needs --changed-files and --tests)
              - error:     The protocol or the machinery failed (needs --reason)
              - handoff:   Continue a task in a new conversation (from the checkpoint that is kept)

    Options:
          --task <ID>
              The task [default: the session's]

          --iteration <N>
              The iteration [default: 0 for init, else the session's]

          --goal <TEXT>
              What is to be reached (init, handoff)

          --instruction <TEXT>
              What ChatGPT is asked to do (init)

          --result <TEXT>
              How the execution went (executed)

          --changed-files <N>
              How many files changed (executed)

          --tests <TEXT>
              The tests' outcome in one line (executed)

          --reason <TEXT>
              What is wrong (error)

          --progress <TEXT>
              What is finished, one option for each item (handoff)

          --current-state <TEXT>
              Where the task stands (handoff)

          --known-issues <TEXT>
              What is known to be wrong, one option for each item (handoff)

          --next-step <TEXT>
              What is expected next (handoff)

      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help (see a summary with '-h')

    Examples:
      c2c message render init --task c2c_f81a --goal "Implement dark mode"
      c2c message render executed --task c2c_f81a --iteration 1 --changed-files 4 --tests "27 passed"
      c2c message render error --task c2c_f81a --iteration 2 --reason "The plan has no TESTS section"
      c2c message render handoff --task c2c_f81a --iteration 4 --goal "Implement dark mode" \
          --progress "Iterations 1-3 reviewed" --current-state "EXECUTED, not yet reviewed" \
          --next-step "Review iteration 4"
      c2c message render handoff

    What is not given comes from the session that is kept for the project folder. A message stays under
    1,024 bytes and holds no content: text that is too long, or that looks like
    a diff, a log or code, is refused with the name of its field.
    "#);
    insta::assert_snapshot!(help(&["message", "parse"]), @"
    Read a reply from standard input or a file

    Usage: c2c message parse [OPTIONS]

    Options:
          --task <ID>
              Take only a block for this task

          --iteration <N>
              Take only a block for exactly this iteration

          --file <FILE>
              Read the reply from this file [default: standard input]

      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help

    Examples:
      c2c message parse --task c2c_f81a --iteration 1 < answer.txt
      c2c message parse --json < answer.txt

    What it is (`message`, `incomplete`, `invalid`, `none`) is part of the answer; the exit code is 0.
    ");
}

#[test]
fn the_help_of_session() {
    insta::assert_snapshot!(help(&["session"]), @"
    Show or change what is kept about the session

    Usage: c2c session [OPTIONS]
           c2c session <COMMAND>

    Commands:
      get    Show it (what `c2c session` alone does)
      set    Change it
      clear  Forget the session and its checkpoint; recorded iterations stay

    Options:
      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help

    Examples:
      c2c session get --json
      c2c session set --task c2c_f81a --iteration 1 --protocol-state PLAN_RECEIVED
      c2c session clear

    A session that C2C drives itself can be looked at, not changed.
    ");
    insta::assert_snapshot!(help(&["session", "set"]), @r#"
    Change it

    Usage: c2c session set [OPTIONS]

    Options:
          --url <URL>
              The conversation's address

          --title <TEXT>
              The conversation's title

          --task <ID>
              The task

          --iteration <N>
              The iteration

          --mode <MODE>
              How conversations are grouped

              Possible values:
              - long-chat: One long conversation for the workspace
              - project:   Conversations inside one ChatGPT Project

          --project-url <URL>
              The ChatGPT Project's address

          --connector-name <NAME>
              The connector's name in ChatGPT

          --protocol-state <STATE>
              The checkpoint: INIT, PLAN_RECEIVED, EXECUTING, EXECUTED_LOCAL, EXECUTED_SENT, DONE,
              BLOCKED

          --waiting-for <TEXT>
              What is waited for

          --goal <TEXT>
              What is to be reached

          --completed-subtasks <TEXT>
              What is finished, one option or line for each item

          --known-issues <TEXT>
              What is known to be wrong, one option or line for each item

          --next-step <TEXT>
              What comes next

          --clear-checkpoint
              Forget the checkpoint

      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help (see a summary with '-h')

    Examples:
      c2c session set --mode long-chat --url https://chatgpt.com/c/abc --title "Shop"
      c2c session set --task c2c_f81a --iteration 1 --protocol-state EXECUTED_SENT \
          --waiting-for REVIEW --goal "Implement dark mode" --completed-subtasks "toggle works"
      c2c session set --clear-checkpoint
    "#);
}

#[test]
fn the_help_of_record() {
    insta::assert_snapshot!(help(&["record"]), @r#"
    Record an iteration that was not executed by C2C

    Usage: c2c record [OPTIONS] --task <ID> --iteration <N> --exit-status <STATUS>

    Options:
          --task <ID>
              The task

          --iteration <N>
              The iteration

          --changed-files <PATH>...
              Paths that changed, relative to the project folder

          --tests <TEXT>
              The tests' outcome in one line
              
              [default: ""]

          --exit-status <STATUS>
              How it went

              Possible values:
              - ok:      Carried out
              - failed:  Carried out, but something fails
              - blocked: Could not be carried out

          --command <COMMAND>
              The command whose output is given

          --output-file <FILE>
              The file with the command's output

          --exit-code <N>
              The command's exit code

          --notes <TEXT>
              Notes
              
              [default: ""]

      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help (see a summary with '-h')

    Examples:
      c2c record --task c2c_f81a --iteration 1 --changed-files src/theme.rs,src/main.rs \
          --tests "27 passed" --exit-status ok
      c2c record --task c2c_f81a --iteration 2 --exit-status failed --tests "1 failed" \
          --command "cargo test" --exit-code 101 --output-file test.log

    What is recorded here is marked as reported: C2C did not see it. The output is looked through
    first; what may be secret is taken out, and what cannot be judged is held back.
    "#);
}

#[test]
fn the_help_of_the_rest() {
    insta::assert_snapshot!(help(&["workspace"]), @"
    Show what was detected about the project folder

    Usage: c2c workspace [OPTIONS]

    Options:
          --accept-config <HASH>
              Accept what `.c2c.json` loosens, by the hash that `c2c workspace` shows

      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help

    Examples:
      c2c workspace
      c2c -w ~/src/shop workspace --json
    ");
    insta::assert_snapshot!(help(&["chatgpt", "open"]), @"
    Open ChatGPT in C2C's browser

    Usage: c2c chatgpt open [OPTIONS]

    Options:
          --url <URL>
              A page of ChatGPT [default: leave a running browser as it is]

          --project <URL>
              A ChatGPT Project's page

      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help

    Examples:
      c2c chatgpt open
      c2c chatgpt open --url https://chatgpt.com/c/abc

    C2C uses an installed Chrome, Chromium, Edge or Brave with a profile of its own. Log in to ChatGPT
    there once. The browser goes on when C2C ends; `c2c chatgpt close` ends it. An installed ChatGPT app
    is used before it where it can be read; `c2c chatgpt status` says so.
    ");
    insta::assert_snapshot!(help(&["serve"]), @"
    Serve the connectors of all workspaces

    Usage: c2c serve [OPTIONS]

    Options:
          --port <N>
              The port on 127.0.0.1 [default: the setting `port`, else 7391]

      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help

    Examples:
      c2c serve
      c2c serve --port 7391

    One process serves the connectors of all workspaces. Ctrl-C ends it.
    ");
    insta::assert_snapshot!(help(&["completions"]), @"
    Print a completion script for a shell

    Usage: c2c completions [OPTIONS] <SHELL>

    Arguments:
      <SHELL>
              The shell
              
              [possible values: bash, elvish, fish, powershell, zsh]

    Options:
      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help

    Examples:
      c2c completions bash > ~/.local/share/bash-completion/completions/c2c
      c2c completions zsh > ~/.zfunc/_c2c
    ");
}

#[test]
fn the_help_of_preview() {
    insta::assert_snapshot!(help(&["preview"]), @r#"
    Show what ChatGPT would get from the connector, and what not

    Usage: c2c preview [OPTIONS] <PATH|--diff|--output <ID>|--outputs|--search <TEXT>>

    Arguments:
      [PATH]
              A file or folder; with `--diff` or `--search` only this one

    Options:
          --diff
              What changed

          --mode <MODE>
              What is compared [default: head]

              Possible values:
              - unstaged: The index with the files
              - staged:   The last commit with the index
              - head:     The last commit with the files
              - base:     Where the branch left `--base`, with the files
              - commits:  The commit `--from` with the commit `--to`

          --base <REF>
              For `--mode base`: a branch, tag or commit

          --from <REF>
              For `--mode commits`: the older commit

          --to <REF>
              For `--mode commits`: the newer commit [default: HEAD]

          --output <ID>
              A command's released output

          --outputs
              The list of released outputs, with their ids

          --search <TEXT>
              A search in the files

          --regex
              Take the text as a regular expression

          --case-sensitive
              Tell upper from lower case

          --glob <GLOB>
              Search only files that fit, such as `*.rs` or `src/**/*.ts`

          --context <N>
              Show so many lines around each match

      -n, --line-numbers
              Number a file's lines

          --cursor <CURSOR>
              Go on where an earlier answer was cut

          --all
              Follow the pages to the end

      -w, --workspace <FOLDER>
              The project folder [default: the current folder]

          --json
              Print JSON

      -v, --verbose
              Also print the log on standard error

      -h, --help
              Print help (see a summary with '-h')

    Examples:
      c2c preview src/main.rs
      c2c preview --diff
      c2c preview --diff --mode commits --from HEAD~3 src
      c2c preview --search "fn main" --glob "*.rs"
      c2c preview --outputs

    What is printed is the connector's own answer, from the same tool with the same defaults. Looking
    sends nothing: ChatGPT gets only what it calls itself, in the account with the connector. With
    `--json` the answer is printed exactly as ChatGPT gets it.
    "#);
}
