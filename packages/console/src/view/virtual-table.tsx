import type { VNode } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { useNow } from "../app/use-app.ts";
import { type Column, printAge, printCell, type Row } from "../model/table-rows.ts";
import { elementOfRow, moveRow, ROW_HEIGHT, scrollToRow, visibleRows } from "./virtual-rows.ts";

export interface VirtualTableProps {
  readonly label: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  /** Whether rows are of several namespaces. */
  readonly hasNamespaces: boolean;
  readonly hrefOf: (row: Row) => string;
}

/** A table of any length: only visible rows are in the document, and all functions work with the keyboard. */
export function VirtualTable({ label, columns, rows, hasNamespaces, hrefOf }: VirtualTableProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const [at, setAt] = useState(0);
  const nowMs = useNow(10_000);
  const shown = useMemo(() => columns.map((column, index) => ({ ...column, index })).filter(isShown), [columns]);
  const widths = useMemo(() => measureColumns(shown, rows, hasNamespaces), [shown, rows.length === 0, hasNamespaces]);
  useLayoutEffect(() => followSize(host.current as HTMLDivElement, setView), []);
  const { from, to } = visibleRows(rows.length, view);
  const selected = Math.min(at, Math.max(0, rows.length - 1));
  const onKey = (event: KeyboardEvent) => {
    const next = moveRow(event.key, { at: selected, count: rows.length, height: view.height });
    const row = rows[selected];
    if (next !== undefined && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      setAt(next);
      scrollTo(host.current as HTMLDivElement, next);
    } else if (event.key === "Enter" && row !== undefined) {
      location.hash = hrefOf(row);
    }
  };
  return (
    <div
      class="grid"
      ref={host}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={rows.length === 0 ? undefined : `row-${selected}`}
      tabIndex={0}
      onKeyDown={onKey}
      onScroll={({ currentTarget: { scrollTop, clientHeight } }) => setView({ top: scrollTop, height: clientHeight })}
      style={{ "--columns": widths }}
    >
      <HeadRow columns={shown} hasNamespaces={hasNamespaces} />
      <div class="grid-rows" role="rowgroup" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
        {rows.slice(from, to).map((row, offset) => (
          <BodyRow
            key={elementOfRow(from + offset, view.height)}
            row={row}
            index={from + offset}
            isSelected={from + offset === selected}
            columns={shown}
            hasNamespaces={hasNamespaces}
            nowMs={nowMs}
            href={hrefOf(row)}
            onSelect={setAt}
          />
        ))}
      </div>
    </div>
  );
}

type ShownColumn = Column & { readonly index: number };

/** Columns of `kubectl get` without `-o wide`. */
function isShown({ priority }: Column): boolean {
  return priority === 0;
}

function HeadRow({ columns, hasNamespaces }: { columns: readonly ShownColumn[]; hasNamespaces: boolean }): VNode {
  return (
    <div class="grid-row grid-head" role="row" aria-rowindex={1}>
      {hasNamespaces && <span role="columnheader">Namespace</span>}
      {columns.map(({ name, description }) => (
        <span key={name} role="columnheader" title={description}>
          {name}
        </span>
      ))}
    </div>
  );
}

interface BodyRowProps {
  readonly row: Row;
  readonly index: number;
  readonly isSelected: boolean;
  readonly columns: readonly ShownColumn[];
  readonly hasNamespaces: boolean;
  readonly nowMs: number;
  readonly href: string;
  readonly onSelect: (index: number) => void;
}

function BodyRow({ row, index, isSelected, columns, hasNamespaces, nowMs, href, onSelect }: BodyRowProps): VNode {
  return (
    <div
      id={`row-${index}`}
      class={`grid-row${row.isDeleting ? " is-deleting" : ""}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      style={{ transform: `translateY(${index * ROW_HEIGHT}px)` }}
      onClick={() => onSelect(index)}
    >
      {hasNamespaces && <span role="gridcell">{row.namespace}</span>}
      {columns.map(({ name, index: cell }, place) => (
        <span key={name} role="gridcell">
          {place === 0 ? (
            <a href={href} tabIndex={-1} title={row.name}>
              {row.name}
            </a>
          ) : (
            printCellOf(row, { name, cell, nowMs })
          )}
        </span>
      ))}
    </div>
  );
}

/** Text of a cell. Ages are computed on every render; the server's cell is as old as the last change of the object. */
function printCellOf(row: Row, { name, cell, nowMs }: { name: string; cell: number; nowMs: number }): string {
  return name === "Age" && !Number.isNaN(row.createdMs) ? printAge(row.createdMs, nowMs) : printCell(row.cells[cell]);
}

function scrollTo(host: HTMLDivElement, at: number): void {
  const top = scrollToRow(at, { top: host.scrollTop, height: host.clientHeight - ROW_HEIGHT });
  if (top !== undefined) {
    host.scrollTop = top;
  }
}

function followSize(host: HTMLDivElement, report: (view: { top: number; height: number }) => void): () => void {
  const observer = new ResizeObserver(() => report({ top: host.scrollTop, height: host.clientHeight }));
  observer.observe(host);
  return () => observer.disconnect();
}

const SAMPLE = 200;

/** Column widths by the longest text of the first rows: columns do not move while the user scrolls. */
function measureColumns(columns: readonly ShownColumn[], rows: readonly Row[], hasNamespaces: boolean): string {
  const sample = rows.slice(0, SAMPLE);
  const widths = columns.map(({ name, index }, place) => {
    const longest = Math.max(name.length, ...sample.map((row) => printCell(row.cells[index]).length));
    return place === 0 ? "minmax(18ch, 3fr)" : `minmax(7ch, ${Math.min(Math.max(longest, 4), 40) + 2}ch)`;
  });
  return [...(hasNamespaces ? ["minmax(10ch, 18ch)"] : []), ...widths].join(" ");
}
