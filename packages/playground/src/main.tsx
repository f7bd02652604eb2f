import "@kiln/page/theme.css";
import "./playground.css";
import { render } from "preact";
import { firstExample } from "./examples/index.ts";
import { App } from "./parts/app.tsx";
import { createPlaygroundStore } from "./parts/playground-store.ts";
import { parseShareLink } from "./state/share-state.ts";
import workerUrl from "./worker/main.ts?worker&url";
import { openWorker } from "./worker/open-worker.ts";
import { createWorkerClient } from "./worker/worker-client.ts";

// Shows the state in the address's link, or else the first example.
const client = createWorkerClient(openWorker(workerUrl));
const first = (await parseShareLink(location.hash)) ?? firstExample.state;
const store = createPlaygroundStore({
  client,
  first,
  showLink: (fragment) => history.replaceState(null, "", fragment),
});
addEventListener("hashchange", () => {
  void parseShareLink(location.hash).then((state) => state && store.load(state));
});
render(<App store={store} />, document.getElementById("page") as HTMLElement);
