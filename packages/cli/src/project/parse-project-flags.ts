import { mergeSettings, SETTINGS, type SettingValues } from "@kiln/agent/project";
import { parseFlags } from "../parse-flags.ts";

/** Settings from flags and the environment. A switch may also have the value `=true` or `=false`, as variables do. */
export function parseProjectFlags(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): SettingValues {
  const options = Object.fromEntries(
    SETTINGS.map(({ flag, takes }) => [flag, { type: takes === undefined ? "boolean" : "string" }] as const),
  );
  const switches = SETTINGS.filter(({ takes }) => takes === undefined).map(({ flag }) => flag);
  const said = new Map<string, string>();
  const rest = args.filter((arg) => {
    const match = /^--([a-z0-9-]+)=(true|false)$/.exec(arg);
    if (match === null || !switches.includes(match[1] as string)) {
      return true;
    }
    said.set(match[1] as string, match[2] as string);
    return false;
  });
  const { values } = parseFlags({ args: rest, options, strict: true });
  return mergeSettings({ ...(values as Record<string, string | boolean>), ...Object.fromEntries(said) }, env);
}
