/** One kind of error or warning in a log, with names, numbers and times masked so that two runs can be compared. */
export interface Complaint {
  readonly text: string;
  readonly count: number;
  /** First such line in the log. */
  readonly example: string;
}

/** Errors and warnings of a log as Kubernetes writes them: `E1116 21:08:37.087827   19568 lease.go:265] ...`. */
const COMPLAINT = /^[EWF]\d{4} [\d:.]+ +\d+ ([\w./-]+\.go):\d+\] (.*)$/;

export function readComplaints(log: string): Complaint[] {
  const found = new Map<string, Complaint>();
  for (const line of log.split("\n")) {
    const match = COMPLAINT.exec(line);
    if (match !== null) {
      const text = `${match[1]}: ${withoutNames(match[2] ?? "")}`;
      const before = found.get(text);
      found.set(text, { text, count: (before?.count ?? 0) + 1, example: before?.example ?? line });
    }
  }
  return [...found.values()];
}

function withoutNames(message: string): string {
  return message
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<uid>")
    .replaceAll(/https?:\/\/[^\s"\\]+/g, "<url>")
    .replaceAll(/\b(shop|churn)-?\d*(\/[\w.-]+)?/g, "<name>")
    .replaceAll(/(-[a-z0-9]{5,10})+\b/g, "-<suffix>")
    .replaceAll(/\d+(\.\d+)?/g, "<n>");
}
