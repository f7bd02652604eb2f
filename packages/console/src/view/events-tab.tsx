import { asInteger, type KubeObject, textAt } from "@kiln/api";
import { startInformer } from "@kiln/client";
import type { VNode } from "preact";
import { useState } from "preact/hooks";
import { useApp, useLasting, useNow } from "../app/use-app.ts";
import { printAge } from "../model/table-rows.ts";
import { explainError } from "./explain-error.ts";

const EVENTS = { group: "", version: "v1", plural: "events", isNamespaced: true };

/** Events about the object, newest first. */
export function EventsTab({ object }: { readonly object: KubeObject }): VNode {
  const { events, error, isRead } = useEvents(object);
  const nowMs = useNow(10_000);
  if (events.length === 0) {
    const text = error ?? (isRead ? "There are no events about this object." : "Reading events …");
    return (
      <p class="notice" role="status">
        {text}
      </p>
    );
  }
  return (
    <table class="plain-table">
      <thead>
        <tr>
          <th scope="col">Last seen</th>
          <th scope="col">Type</th>
          <th scope="col">Reason</th>
          <th scope="col">Message</th>
          <th scope="col">From</th>
          <th scope="col">Times</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.metadata.uid}>
            <td>{printAge(timeOf(event), nowMs)}</td>
            <td>
              <span class={`badge ${textAt(event, "type") === "Warning" ? "warn" : "plain"}`}>
                {textAt(event, "type") === "Warning" ? "⚠ Warning" : textAt(event, "type")}
              </span>
            </td>
            <td>{textAt(event, "reason")}</td>
            <td>{textAt(event, "message")}</td>
            <td>{textAt(event, "reportingComponent")}</td>
            <td>{String(asInteger(event.count) || 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function timeOf(event: KubeObject): number {
  const { lastTimestamp, eventTime } = event;
  return Date.parse(String(lastTimestamp ?? eventTime ?? event.metadata.creationTimestamp));
}

interface EventsState {
  readonly events: readonly KubeObject[];
  readonly error: string | undefined;
  readonly isRead: boolean;
}

function useEvents({ metadata: { uid, namespace } }: KubeObject): EventsState {
  const app = useApp();
  const client = app.client.value;
  const [state, setState] = useState<EventsState>({ events: [], error: undefined, isRead: false });
  useLasting(
    (signal) => {
      const show = () => {
        const events = [...informer.list()].sort((a, b) => timeOf(b) - timeOf(a));
        setState({ events, error: undefined, isRead: informer.hasSynced });
      };
      const informer = startInformer({
        client,
        clock: app.clock,
        fraction: app.fraction,
        type: EVENTS,
        fieldSelector: `involvedObject.uid=${uid}`,
        ...(namespace === undefined ? {} : { namespace }),
        onChange: show,
        onError: (error) => setState((before) => ({ ...before, error: explainError(error) })),
      });
      informer.synced.then(show, () => {});
      signal.addEventListener("abort", () => informer.stop());
    },
    [client, uid],
  );
  return state;
}
