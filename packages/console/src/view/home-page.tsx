import { asText } from "@kiln/api";
import { readAnswer } from "@kiln/client";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp, useLasting } from "../app/use-app.ts";
import { groupKinds } from "./kind-menu.tsx";

/** Description of the cluster, and links. */
export function HomePage(): VNode {
  const app = useApp();
  const client = app.client.value;
  const [version, setVersion] = useState("");
  useLasting(
    async (signal) => {
      const answer = await client.send("GET", "/version", { signal }).then(readAnswer, () => ({}));
      setVersion(asText((answer as { gitVersion?: string }).gitVersion));
    },
    [client],
  );
  const { server, context, namespace } = app.session.cluster;
  const { fork } = app.route.value;
  const kinds = app.kinds.value ?? [];
  const facts: readonly (readonly [string, string])[] = [
    ["Server", server],
    ["Context", context ?? "none: the pod's own account"],
    ["Cluster", fork === "" ? "base" : `fork ${fork}`],
    ["Namespace", namespace],
    ["Version", version],
    ["Kinds", kinds.length === 0 ? "…" : `${kinds.length} in ${new Set(kinds.map(({ group }) => group)).size} groups`],
  ];
  return (
    <div class="page home">
      <div class="page-head">
        <h1>Overview</h1>
      </div>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <section class="home-kinds" aria-label="Kinds">
        {groupKinds(kinds, "").map(({ group, kinds: members }) => (
          <section key={group} class="panel" aria-label={group === "" ? "core" : group}>
            <div class="panel-head">
              <h2>{group === "" ? "core" : group}</h2>
            </div>
            <ul class="home-group">
              {members.map((kind) => (
                <li key={kind.plural}>
                  <a href={app.hrefOf({ page: { name: "list", group: kind.group, plural: kind.plural } })}>
                    {kind.kind}
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </section>
    </div>
  );
}
