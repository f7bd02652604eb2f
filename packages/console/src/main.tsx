import { applyTheme, readTheme } from "@kiln/page";
import { render } from "preact";
import { createApp } from "./app/app.ts";
import { AppContext } from "./app/use-app.ts";
import { ConsoleError, openSession } from "./connection/session.ts";
import { Shell } from "./view/shell.tsx";
import { Stopped } from "./view/stopped.tsx";

const root = document.getElementById("root") as HTMLElement;

async function start(): Promise<void> {
  applyTheme(readTheme(localStorage), { root: document.documentElement, storage: localStorage });
  const session = await openSession({
    fetch: window.fetch.bind(window),
    location,
    storage: localStorage,
    forgetToken: () => history.replaceState(null, "", location.pathname),
  });
  const app = createApp(session, window);
  root.replaceChildren();
  render(
    <AppContext.Provider value={app}>
      <Shell />
    </AppContext.Provider>,
    root,
  );
}

start().catch((error) => {
  root.replaceChildren();
  render(<Stopped text={error instanceof ConsoleError ? error.message : String(error)} />, root);
});
