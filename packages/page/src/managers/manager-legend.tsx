import type { VNode } from "preact";
import type { ManagerMark } from "./manager-marks.ts";

export interface ManagerLegendProps {
  readonly marks: readonly ManagerMark[];
  readonly shown: string | undefined;
  /** Called with a field manager when the user points at it or focuses it, and with undefined afterwards. */
  readonly onShow: (manager: string | undefined) => void;
}

/** Legend of the letters, colors and names of field managers; pointing at one highlights its fields. */
export function ManagerLegend({ marks, shown, onShow }: ManagerLegendProps): VNode {
  return (
    <ul class="legend" aria-label="Field managers">
      {marks.map(({ manager, letter, color }) => (
        <li key={manager}>
          <button
            type="button"
            class={`legend-entry owner-${color}`}
            aria-pressed={shown === manager}
            title={`Show the fields of ${manager}`}
            onClick={() => onShow(shown === manager ? undefined : manager)}
            onMouseEnter={() => onShow(manager)}
            onMouseLeave={() => onShow(undefined)}
          >
            <span class="owner-letter" aria-hidden="true">
              {letter}
            </span>
            <span class="legend-name">{manager}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
