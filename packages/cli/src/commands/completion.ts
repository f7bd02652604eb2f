import { type Command, UsageError } from "../command.ts";
import { printCompletion, shells } from "../completion/print-completion.ts";
import { oneOf } from "../one-of.ts";

const HELP = `kiln completion: print a script that completes kiln's commands and flags in a shell

  source <(kiln completion bash)                                       for this shell
  kiln completion zsh > "\${fpath[1]}/_kiln"
  kiln completion fish > ~/.config/fish/completions/kiln.fish
  kiln completion powershell | Out-String | Invoke-Expression
`;

/** Creates the command. It takes the list of commands as a function, because it is one of them. */
export function createCompletion(commands: () => readonly Command[]): Command {
  return {
    name: "completion",
    about: "print a script that completes commands and flags in a shell",
    help: HELP,
    async run([shell, ...rest]) {
      if (shell === undefined || rest.length > 0) {
        throw new UsageError(`name a shell: ${shells.join(", ")}`);
      }
      process.stdout.write(printCompletion(oneOf("kiln completion", shell, shells), commands()));
      return 0;
    },
  };
}
