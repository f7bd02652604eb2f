import { type KubeObject, objectAt, objectsAt, StatusError, textAt } from "@kiln/api";
import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { useApp, useLasting } from "../app/use-app.ts";
import { managersOf } from "../model/line-owners.ts";
import {
  comparableYaml,
  type FieldConflict,
  readConflicts,
  type Write,
  type Written,
  writeObject,
} from "../model/write-object.ts";
import { Dialog } from "./dialog.tsx";
import { DiffView } from "./diff-view.tsx";
import { explainError } from "./explain-error.ts";

interface ReviewDialogProps {
  readonly write: Write;
  readonly onClose: () => void;
  readonly onWritten: (object: KubeObject) => void;
}

type Review =
  | { readonly state: "asking" }
  | { readonly state: "accepted"; readonly written: Written }
  | { readonly state: "refused"; readonly error: unknown };

/** Dialog that shows the result of a dry run as a diff, and then writes the change. */
export function ReviewDialog({ write: given, onClose, onWritten }: ReviewDialogProps): VNode {
  const app = useApp();
  const [write] = useState(given);
  const [isForced, setIsForced] = useState(false);
  const [review, setReview] = useState<Review>({ state: "asking" });
  useLasting(
    (signal) => {
      setReview({ state: "asking" });
      const show = (next: Review) => signal.aborted || setReview(next);
      return writeObject(app.client.value, { ...write, isForced }, { dryRun: true }).then(
        (written) => show({ state: "accepted", written }),
        (error) => show({ state: "refused", error }),
      );
    },
    [isForced],
  );
  const send = () =>
    writeObject(app.client.value, { ...write, isForced }, { dryRun: false }).then(
      ({ object }) => onWritten(object),
      (error) => setReview({ state: "refused", error }),
    );
  return (
    <Dialog label="Review the change" class="wide" onClose={onClose}>
      {review.state === "asking" && <p role="status">Asking the server for a dry run …</p>}
      {review.state === "refused" && <Refusal write={write} error={review.error} onForce={() => setIsForced(true)} />}
      {review.state === "accepted" && <Acceptance write={write} written={review.written} isForced={isForced} />}
      <div class="dialog-actions">
        <button type="button" onClick={onClose}>
          Back
        </button>
        <button type="button" class="primary" disabled={review.state !== "accepted"} onClick={send}>
          {write.mode === "create"
            ? "Create"
            : isForced
              ? "Take the fields and apply"
              : write.mode === "apply"
                ? "Apply"
                : "Update"}
        </button>
      </div>
    </Dialog>
  );
}

function Acceptance({ write, written, isForced }: { write: Write; written: Written; isForced: boolean }): VNode {
  const before = useMemo(() => comparableYaml(write.live), [write]);
  const after = useMemo(() => comparableYaml(written.object), [written]);
  return (
    <>
      <p>
        <span class="badge good">✓ accepted by a dry run</span>{" "}
        {isForced && <span class="badge warn">⚠ takes fields of other managers</span>}
      </p>
      {written.kept.length > 0 && (
        <p class="notice">
          Apply cannot remove fields that kiln-console does not own: {written.kept.join(", ")}. They stay; update the
          whole object to remove them.
        </p>
      )}
      <DiffView label="What the change does to the object" before={before} after={after} />
    </>
  );
}

function Refusal({ write, error, onForce }: { write: Write; error: unknown; onForce: () => void }): VNode {
  const conflicts = readConflicts(error);
  if (conflicts !== undefined && write.live !== undefined) {
    return <Conflicts object={write.live} conflicts={conflicts} onForce={onForce} />;
  }
  const causes = error instanceof StatusError ? objectsAt(objectAt(error.status, "details"), "causes") : [];
  return (
    <div class="notice bad" role="alert">
      <p>{explainError(error)}</p>
      {causes.length > 0 && (
        <ul class="causes">
          {causes.map((cause) => (
            <li key={textAt(cause, "field") + textAt(cause, "message")}>
              <code>{textAt(cause, "field")}</code> {textAt(cause, "message")}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ConflictsProps {
  readonly object: KubeObject;
  readonly conflicts: readonly FieldConflict[];
  readonly onForce: () => void;
}

/** Fields in conflict with other managers, in the managers' colors. */
function Conflicts({ object, conflicts, onForce }: ConflictsProps): VNode {
  const marks = managersOf(object);
  return (
    <div class="conflicts" role="alert">
      <p>
        <span class="badge bad">✕ conflict</span> Other managers own these fields and set them to something else:
      </p>
      <ul>
        {conflicts.map(({ field, manager, message }) => {
          const mark = marks.get(manager);
          return (
            <li key={field + manager} class={`conflict owner-${mark?.color ?? 1}`} title={message}>
              <span class="owner-letter" aria-hidden="true">
                {mark?.letter ?? "?"}
              </span>{" "}
              <code>{field}</code> is owned by <strong>{manager}</strong>
            </li>
          );
        })}
      </ul>
      <p class="soft">
        Leave them as they are, or take them: their manager loses them, and will have a conflict of its own when it
        applies again.
      </p>
      <button type="button" onClick={onForce}>
        Take these fields
      </button>
    </div>
  );
}
