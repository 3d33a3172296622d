// What is shown is in the address after #, so that it can be shared and the back button works:
// #sentences?by=label&part=PP&in=parser&sort=errors&s=17

const VIEWS = ["overview", "where", "sentences", "card"];
export const FIELDS = ["word", "by", "part", "in", "right", "wrong", "sort", "s"];

export function currentRoute() {
  const [name, query = ""] = decodeHash().split("?");
  const parameters = new URLSearchParams(query);
  const route = { view: VIEWS.includes(name) ? name : "" };
  for (const field of FIELDS) route[field] = parameters.get(field) ?? "";
  return route;
}

function decodeHash() {
  return window.location.hash.slice(1);
}

export function addressOf(route) {
  const parameters = new URLSearchParams();
  for (const field of FIELDS) if (route[field]) parameters.set(field, route[field]);
  const query = parameters.toString();
  return `#${route.view}${query ? `?${query}` : ""}`;
}

// A step that the back button should undo (another sentence, another filter), or one that only refines the last one.
export function go(changes, { replace = false } = {}) {
  const address = addressOf({ ...currentRoute(), ...changes });
  if (address === window.location.hash) return;
  if (replace) {
    window.history.replaceState(null, "", address);
    window.dispatchEvent(new HashChangeEvent("hashchange"));
  } else {
    window.location.hash = address;
  }
}
