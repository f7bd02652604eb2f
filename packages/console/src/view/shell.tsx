import { ThemeSwitch } from "@kiln/page";
import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import { followKinds } from "../app/app.ts";
import type { Page } from "../app/route.ts";
import { useApp, useLasting } from "../app/use-app.ts";
import { ClusterPicker } from "./cluster-picker.tsx";
import { CreatePage } from "./create-page.tsx";
import { FeedPage } from "./feed-page.tsx";
import { HelpDialog } from "./help-dialog.tsx";
import { HomePage } from "./home-page.tsx";
import { KindMenu } from "./kind-menu.tsx";
import { ListPage } from "./list-page.tsx";
import { MetricsPage } from "./metrics-page.tsx";
import { NamespacePicker } from "./namespace-picker.tsx";
import { ObjectPage } from "./object-page.tsx";
import { Palette } from "./palette.tsx";
import { Stopped } from "./stopped.tsx";
import { TestingPage } from "./testing-page.tsx";
import { TroubleBanner } from "./trouble-banner.tsx";

/** Header, menu of kinds and the page of the route. */
export function Shell(): VNode {
  const app = useApp();
  const { page, fork } = app.route.value;
  const [opened, setOpened] = useState<"palette" | "help" | "menu" | undefined>(undefined);
  const client = app.client.value;
  useLasting((signal) => followKinds(app, signal), [client]);
  useEffect(() => listenForKeys({ open: setOpened }), []);
  useEffect(() => setOpened((before) => (before === "menu" ? undefined : before)), [page]);
  if (app.trouble.value?.kind === "session") {
    return <Stopped text={app.trouble.value.text} />;
  }
  return (
    <div class={`shell${fork === "" ? "" : " in-fork"}${opened === "menu" ? " has-menu" : ""}`}>
      <button type="button" class="skip" onClick={() => document.getElementById("main")?.focus()}>
        Skip to the content
      </button>
      <Header onOpen={setOpened} isMenuOpen={opened === "menu"} />
      <KindMenu />
      <main id="main" tabIndex={-1}>
        <TroubleBanner />
        <CurrentPage page={page} />
      </main>
      {opened === "palette" && <Palette onClose={() => setOpened(undefined)} />}
      {opened === "help" && <HelpDialog onClose={() => setOpened(undefined)} />}
    </div>
  );
}

interface HeaderProps {
  readonly onOpen: (what: "palette" | "help" | "menu" | undefined) => void;
  readonly isMenuOpen: boolean;
}

function Header({ onOpen, isMenuOpen }: HeaderProps): VNode {
  const app = useApp();
  const { server, context } = app.session.cluster;
  return (
    <header class="top">
      <button
        type="button"
        class="quiet menu-button"
        aria-label="Kinds"
        aria-expanded={isMenuOpen}
        onClick={() => onOpen(isMenuOpen ? undefined : "menu")}
      >
        <span aria-hidden="true">☰</span>
      </button>
      <a class="brand" href={app.hrefOf({ page: { name: "home" } })} aria-label="Kiln console, home">
        <span class="brand-sign" aria-hidden="true" />
        <span class="brand-name">Kiln console</span>
      </a>
      <span class="cluster" title={`Cluster of the kubeconfig: ${server}`}>
        {context === undefined ? server : `${context} · ${server}`}
      </span>
      <span class="spring" />
      <ClusterPicker />
      <NamespacePicker />
      <button type="button" class="jump" onClick={() => onOpen("palette")} aria-keyshortcuts="Control+K">
        Go to … <kbd>Ctrl K</kbd>
      </button>
      <button
        type="button"
        class="quiet"
        aria-label="Keys and help"
        title="Keys and help (?)"
        onClick={() => onOpen("help")}
      >
        <span aria-hidden="true">?</span>
      </button>
      <ThemeSwitch />
    </header>
  );
}

function CurrentPage({ page }: { readonly page: Page }): VNode {
  switch (page.name) {
    case "home":
      return <HomePage />;
    case "feed":
      return <FeedPage />;
    case "metrics":
      return <MetricsPage />;
    case "testing":
      return <TestingPage />;
    case "list":
      return <ListPage group={page.group} plural={page.plural} />;
    case "create":
      return <CreatePage group={page.group} plural={page.plural} />;
    case "object":
      return <ObjectPage key={`${page.group}/${page.plural}/${page.in}/${page.of}`} {...page} />;
  }
}

/** Global keys, except while typing. Returns the function that removes the listener. */
function listenForKeys({ open }: { readonly open: (what: "palette" | "help") => void }): () => void {
  const onKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      open("palette");
      return;
    }
    if (isTyping(event) || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (event.key === "?") {
      open("help");
    } else if (event.key === "g") {
      event.preventDefault();
      open("palette");
    } else if (event.key === "/") {
      event.preventDefault();
      const [ofPage, ofMenu] = ["main", "nav"].map((part) =>
        document.querySelector<HTMLElement>(`${part} [type=search]`),
      );
      (ofPage ?? ofMenu)?.focus();
    }
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

/** Whether the event goes to an input or an editor, also within a shadow root. */
export function isTyping(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
  );
}
