import { isDate } from "./date.ts";

const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:[^\n]\d+)?(?:z|[+-]\d{2}:\d{2})$/u;

/** Kubernetes: case does not matter, any character may separate the fraction, and nothing after a second T is read. */
export function isDateTime(text: string): boolean {
  const [date, time] = text.toLowerCase().split("t", 2);
  if (date === undefined || time === undefined || !isDate(date)) {
    return false;
  }
  const match = TIME.exec(time);
  return match !== null && Number(match[1]) <= 23 && Number(match[2]) <= 59 && Number(match[3]) <= 59;
}
