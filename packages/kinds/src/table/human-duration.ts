const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Prints a duration in two or three figures: `5s`, `3m20s`, `7h5m`, `47h`, `2y10d`. */
export function printHumanDuration(durationMs: number): string {
  const seconds = Math.trunc(durationMs / SECOND);
  // A second of difference between the clocks of two machines is tolerated.
  if (seconds < -1) {
    return "<invalid>";
  }
  if (seconds < 120) {
    return `${Math.max(seconds, 0)}s`;
  }
  const minutes = Math.trunc(durationMs / MINUTE);
  if (minutes < 10) {
    return withRest(minutes, "m", seconds % 60, "s");
  }
  if (minutes < 180) {
    return `${minutes}m`;
  }
  return printHours(Math.trunc(durationMs / HOUR), minutes % 60);
}

function printHours(hours: number, minutes: number): string {
  if (hours < 8) {
    return withRest(hours, "h", minutes, "m");
  }
  if (hours < 48) {
    return `${hours}h`;
  }
  const days = Math.trunc(hours / 24);
  if (days < 8) {
    return withRest(days, "d", hours % 24, "h");
  }
  if (days < 2 * 365) {
    return `${days}d`;
  }
  const years = Math.trunc(days / 365);
  return years < 8 ? withRest(years, "y", days % 365, "d") : `${years}y`;
}

function withRest(count: number, unit: string, rest: number, restUnit: string): string {
  return rest === 0 ? `${count}${unit}` : `${count}${unit}${rest}${restUnit}`;
}
