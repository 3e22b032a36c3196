// The system's colours, before anything is drawn. A file of its own, because the policy allows no script within the page.
document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
