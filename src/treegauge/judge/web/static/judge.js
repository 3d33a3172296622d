// Makes the pages quick; they work without it. Answers are sent without loading the page anew, keys 1 2 3 answer,
// U takes the last answer back, and the time of a pair is measured while its page can be seen.
{
  const PAUSE = 2000; // milliseconds before another try
  const TRIES = 30;
  const NO_SPACE = 507; // the disk is full: trying again does not help
  const REFRESH = 10000;

  let seen = 0; // milliseconds that the pair was on the screen
  let since = null;

  const look = () => {
    if (document.hidden) {
      if (since !== null) seen += performance.now() - since;
      since = null;
    } else if (since === null) {
      since = performance.now();
    }
  };

  const begin = () => {
    seen = 0;
    since = null;
    look();
  };

  const seconds = () => ((seen + (since === null ? 0 : performance.now() - since)) / 1000).toFixed(2);

  const say = (name) => {
    const status = document.getElementById("status");
    status.textContent = name ? status.dataset[name] : "";
  };

  const wait = (time) => new Promise((done) => setTimeout(done, time));

  // The same answer sent twice counts once, so it is sent until it is acknowledged.
  const send = async (form, body) => {
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      try {
        const response = await fetch(form.action, { method: "POST", body, headers: { "X-Quick": "1" } });
        if (response.status < 500 || response.status === NO_SPACE) return response;
      } catch {
        // the server does not answer: try again
      }
      say("notSaved");
      await wait(PAUSE);
    }
    return null;
  };

  const show = (page, address) => {
    const next = new DOMParser().parseFromString(page, "text/html");
    document.title = next.title;
    document.getElementById("main").replaceWith(next.getElementById("main"));
    if (address) history.replaceState(null, "", address);
    document.getElementById("main").focus();
    begin();
  };

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    const time = form.querySelector("input[name=seconds]");
    if (time) time.value = seconds();
    if (!("quick" in form.dataset) || form.dataset.sent) return;
    event.preventDefault();
    form.dataset.sent = "yes";
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const response = await send(form, body);
    if (response === null) {
      delete form.dataset.sent;
      return;
    }
    show(await response.text(), response.redirected ? response.url : null);
    say(response.ok ? "saved" : "");
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target.closest("input, textarea, select")) return;
    for (const button of document.querySelectorAll("button[aria-keyshortcuts]")) {
      if (button.getAttribute("aria-keyshortcuts") === event.key.toLowerCase()) {
        event.preventDefault();
        button.click();
        return;
      }
    }
  });

  // The figures of an administrator's page are loaded again, as long as the page can be seen and is still ours.
  const refresh = async () => {
    if (document.hidden) return;
    try {
      const response = await fetch(location.pathname);
      if (!response.ok || response.redirected) return;
      const next = new DOMParser().parseFromString(await response.text(), "text/html");
      for (const part of document.querySelectorAll("[data-live]")) {
        part.replaceChildren(...next.getElementById(part.id).childNodes);
      }
    } catch {
      // the server does not answer: try again later
    }
  };

  if (document.querySelector("[data-live]")) setInterval(refresh, REFRESH);

  document.addEventListener("focusin", (event) => {
    if (event.target.matches("input.link")) event.target.select();
  });

  document.addEventListener("visibilitychange", look);
  begin();
}
