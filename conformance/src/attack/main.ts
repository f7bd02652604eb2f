import { mustHavePrograms } from "../serve/find-program.ts";
import { runH2spec } from "./h2spec/run-h2spec.ts";
import { prepareTemplate, type Template } from "./prepare-target.ts";
import { printOutcome, printTable } from "./print-outcomes.ts";
import type { Row } from "./row.ts";
import { rows } from "./rows/index.ts";
import { type Force, type Outcome, Victim } from "./run-row.ts";

const USAGE = `usage: npm run attack [-- [--short] [--minutes=N] [--http2=node] [NAME...]]

Attacks a kiln serve of its own with hostile clients and fails where it grew, stalled, ended or gave away more than it
may. NAME runs the rows whose names start so; h2spec is one of them. --short: two minutes, a twentieth of the bytes, and
four times the wait.
--minutes: rows that have not started after so long fail, 10 by default. --http2=node is handed to kiln serve.`;

const SHORT_SCALE = 0.05;
/** Factor on the bounds of gaps in the short form: CI must not fail because its machine is slow. */
const SHORT_GAP_SLACK = 4;
const MINUTES = "--minutes=";
const DEFAULT_MINUTES = 10;

// Servers started by this process end with it, however it ends.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => process.exit(1));
}
process.exitCode = await main(process.argv.slice(2));

/** Returns the exit code: 1 if a row failed, 2 for bad usage. */
async function main(args: readonly string[]): Promise<number> {
  const isShort = args.includes("--short");
  const serveFlags = args.filter((arg) => arg.startsWith("--http2="));
  const minutes = Number(args.find((arg) => arg.startsWith(MINUTES))?.slice(MINUTES.length) ?? DEFAULT_MINUTES);
  const names = args.filter((arg) => arg !== "--short" && !arg.startsWith(MINUTES) && !serveFlags.includes(arg));
  const chosen = rows.filter((row) =>
    names.length > 0 ? names.some((name) => row.name.startsWith(name)) : !isShort || row.isShort === true,
  );
  // The list of known failures is that of Kiln's own HTTP/2.
  const hasH2spec = serveFlags.length === 0 && (names.length === 0 || names.some((name) => "h2spec".startsWith(name)));
  if ((chosen.length === 0 && !hasH2spec) || !(minutes > 0) || names.some((name) => name.startsWith("-"))) {
    console.error(USAGE);
    return 2;
  }
  const template = await prepareTemplate(serveFlags);
  try {
    const outcomes = await runRows(chosen, template, {
      scale: isShort ? SHORT_SCALE : 1,
      gapSlack: isShort ? SHORT_GAP_SLACK : 1,
      endsAtMs: Date.now() + minutes * 60_000,
    });
    const failedSpecs = hasH2spec
      ? await runH2spec(template, { isRequired: mustHavePrograms() })
      : { passed: 0, failed: 0 };
    printTable(outcomes);
    const failed = outcomes.filter(({ complaints }) => complaints.length > 0).length;
    console.log(`${outcomes.length - failed + failedSpecs.passed} passed, ${failed + failedSpecs.failed} failed`);
    return failed + failedSpecs.failed === 0 ? 0 : 1;
  } finally {
    template.remove();
  }
}

interface Run extends Force {
  readonly endsAtMs: number;
}

async function runRows(chosen: readonly Row[], template: Template, run: Run): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let at = 0; at < chosen.length; ) {
    const first = chosen[at] as Row;
    if (Date.now() > run.endsAtMs) {
      return [...outcomes, ...chosen.slice(at).map(skipRow)];
    }
    const victim = await Victim.start(template);
    const batch: Outcome[] = [];
    do {
      const outcome = await victim.suffer(chosen[at] as Row, run);
      batch.push(outcome);
      at++;
      printOutcome(outcome);
    } while (victim.isAlive && first.batch !== undefined && chosen[at]?.batch === first.batch);
    const complaints = await victim.reopen();
    if (complaints.length > 0) {
      const last = batch.pop() as Outcome;
      batch.push({ ...last, complaints: [...last.complaints, ...complaints] });
      console.log(`     ${complaints.join("\n     ")}`);
    }
    outcomes.push(...batch);
  }
  return outcomes;
}

function skipRow(row: Row): Outcome {
  const none = { peakMegabytes: 0, leftMegabytes: 0, gapMs: 0, wallMs: 0, processorMs: 0, seconds: 0 };
  return { row, ...none, complaints: ["it was not run: the time is over"] };
}
