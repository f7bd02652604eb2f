import type { ComponentChildren, VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface DialogProps {
  readonly label: string;
  readonly onClose: () => void;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A modal dialog: the browser keeps the focus inside, and Escape closes it. */
export function Dialog({ label, onClose, class: extra = "", children }: DialogProps): VNode {
  const host = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = host.current as HTMLDialogElement;
    const before = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>("[data-first]")?.focus();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement) {
        before.focus();
      }
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside the dialog closes it; its key is Escape.
    <dialog
      ref={host}
      class={`dialog ${extra}`}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === host.current && onClose()}
    >
      <div class="dialog-head">
        <h2>{label}</h2>
        <button type="button" class="quiet" aria-label="Close" onClick={onClose}>
          <span aria-hidden="true">✕</span>
        </button>
      </div>
      <div class="dialog-body">{children}</div>
    </dialog>
  );
}
