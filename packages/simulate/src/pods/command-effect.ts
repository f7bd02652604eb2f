/** How long a container runs by itself, in milliseconds, and how it ends then. */
export interface CommandEffect {
  /** Infinity: until it is stopped. */
  readonly runMs: number;
  readonly exitCode: number;
}

export interface Commanded {
  readonly image?: string;
  readonly command?: string[] | null;
  readonly args?: string[] | null;
}

const SUCCEEDS: CommandEffect = { runMs: 0, exitCode: 0 };
const SHELL = /^(?:\/\S+\/)?(?:sh|bash|ash|dash)$/;
const PAUSE_IMAGE = /(?:^|\/)pause(?:[:@].*)?$/;

/**
 * Effect of a container's command as far as it is certain without running it: `sleep`, `true`, `false`, shell scripts
 * of these, `echo` and `exit`, and the pause image. Any other command succeeds at once.
 */
export function commandEffect({ image = "", command, args }: Commanded): CommandEffect {
  const words = [...(command ?? []), ...(args ?? [])];
  if (words.length === 0) {
    return PAUSE_IMAGE.test(image) ? { runMs: Number.POSITIVE_INFINITY, exitCode: 0 } : SUCCEEDS;
  }
  const [program = "", flag, script = "", ...more] = words;
  if (SHELL.test(program)) {
    return (flag === "-c" && more.length === 0 ? scriptEffect(script) : undefined) ?? SUCCEEDS;
  }
  return wordsEffect(words) ?? SUCCEEDS;
}

/** Effect of a script up to its first `exit`; undefined if a command before it is uncertain. */
function scriptEffect(script: string): CommandEffect | undefined {
  // A quoted text is one word, of no command.
  const plain = script.replace(/"[^"$`\\]*"|'[^']*'/g, "QUOTED");
  let runMs = 0;
  let exitCode = 0;
  for (const chain of plain.split(/[;\n]/)) {
    for (const text of chain.trim() === "" ? [] : chain.split("&&")) {
      const words = text.trim().split(/\s+/);
      const [program, code = String(exitCode)] = words;
      // Nothing is expanded here: variables, substitutions, pipes, redirections.
      if (!words.every((word) => /^[\w./:,-]+$/.test(word))) {
        return undefined;
      }
      if (program === "exit") {
        return words.length <= 2 && /^\d{1,3}$/.test(code) ? { runMs, exitCode: Number(code) % 256 } : undefined;
      }
      const effect = wordsEffect(words);
      if (effect === undefined) {
        return undefined;
      }
      runMs += effect.runMs;
      exitCode = effect.exitCode;
      if (exitCode !== 0) {
        break;
      }
    }
  }
  return { runMs, exitCode };
}

function wordsEffect([program = "", ...words]: readonly string[]): CommandEffect | undefined {
  switch (/^(?:\/\S+\/)?(\w+)$/.exec(program)?.[1]) {
    case "sleep": {
      const [duration = ""] = words;
      const isCertain = words.length === 1 && /^(?:\d{1,9}|infinity|inf)$/.test(duration);
      const seconds = duration.startsWith("inf") ? Number.POSITIVE_INFINITY : Number(duration);
      return isCertain ? { runMs: seconds * 1000, exitCode: 0 } : undefined;
    }
    case "true":
    case "echo":
      return SUCCEEDS;
    case "false":
      return { runMs: 0, exitCode: 1 };
    default:
      return undefined;
  }
}
