import { OWN_SETTINGS, type Setting, SIDECAR_SETTINGS } from "@kiln/agent/project-settings";
import type { Command } from "../command.ts";

const WIDTH = 36;

const HELP = `kiln project: ConfigMaps and Secrets as files in a folder, kept up to date

  kiln project --label app --folder /etc/app       all ConfigMaps with the label, each key a file
  kiln project --resource-name secret/keys --folder /etc/app --once
                                                   for an init container: exit code 0 if all is there
  kiln project rbac --label app --folder /etc/app  the rights that it needs, for kubectl apply
                                                   (--account=NAME, --account-namespace=NAMESPACE)

Each flag can also be set by a variable: its name in capitals, so that --label-value is LABEL_VALUE.

${printSettings(SIDECAR_SETTINGS)}
These have KILN_ before it, so that --once is KILN_ONCE:

${printSettings(OWN_SETTINGS)}`;

export const project: Command = {
  name: "project",
  about: "write ConfigMaps and Secrets as files to a folder",
  help: HELP,
  portAdvice: "--health-port takes another, or off",
  async run(args) {
    // Loaded on demand: other commands need not wait for them.
    if (args[0] === "rbac") {
      const { runRbac } = await import("../project/run-rbac.ts");
      return runRbac(args.slice(1));
    }
    const { runProject } = await import("../project/run-project.ts");
    return runProject(args);
  },
};

function printSettings(settings: readonly Setting[]): string {
  return settings
    .map(({ flag, takes, about }) => {
      const word = `--${flag}${takes === undefined ? "" : ` ${takes}`}`;
      return `  ${word.padEnd(WIDTH)} ${about}\n`;
    })
    .join("");
}
