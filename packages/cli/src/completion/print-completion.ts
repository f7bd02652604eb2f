import type { Command } from "../command.ts";

export const shells = ["bash", "zsh", "fish", "powershell"] as const;
export type Shell = (typeof shells)[number];

/** Completion script. The flags are those in the help of each command. */
export function printCompletion(shell: Shell, commands: readonly Command[]): string {
  const described = commands.map(({ name, about, help }) => ({ name, about, flags: flagsOf(help) }));
  return PRINTERS[shell](described);
}

interface Described {
  readonly name: string;
  readonly about: string;
  readonly flags: readonly string[];
}

export function flagsOf(help: string): string[] {
  const [, flags = ""] = help.split(/^Flags:$/m);
  return [
    ...new Set(
      [...flags.matchAll(/^ {2}(--.*?)(?: {2}|$)/gm)].flatMap(([, words = ""]) => words.match(/--[a-z-]+/g) ?? []),
    ),
  ].concat("--help");
}

const PRINTERS: Readonly<Record<Shell, (commands: readonly Described[]) => string>> = {
  bash: (commands) => `# kiln completion bash > /etc/bash_completion.d/kiln
_kiln() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${commands.map(({ name }) => name).join(" ")}" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}:$word" in
${commands.map(({ name, flags }) => `    ${name}:-*) COMPREPLY=($(compgen -W "${flags.join(" ")}" -- "$word")) ;;`).join("\n")}
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _kiln kiln
`,
  zsh: (commands) => `#compdef kiln
# kiln completion zsh > "\${fpath[1]}/_kiln", or source <(kiln completion zsh) after compinit
_kiln() {
  if (( CURRENT == 2 )); then
    local -a commands=(
${commands.map(({ name, about }) => `      ${quote(`${name}:${about}`)}`).join("\n")}
    )
    _describe command commands
    return
  fi
  case "\${words[2]}" in
${commands.map(({ name, flags }) => `    ${name}) [[ "$PREFIX" == -* ]] && compadd -- ${flags.join(" ")} || _files ;;`).join("\n")}
  esac
}
# Found by its name, it is asked at once; read by source, it waits to be.
if [ "\${funcstack[1]}" = _kiln ]; then
  _kiln "$@"
else
  compdef _kiln kiln
fi
`,
  fish: (commands) => `# kiln completion fish > ~/.config/fish/completions/kiln.fish
${commands
  .flatMap(({ name, about, flags }) => [
    `complete -c kiln -n __fish_use_subcommand -f -a ${name} -d ${quote(about)}`,
    ...flags.map((flag) => `complete -c kiln -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}`),
  ])
  .join("\n")}
`,
  powershell: (commands) => `# kiln completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName kiln -ScriptBlock {
  param($word, $line, $cursor)
  $commands = [ordered]@{
${commands.map(({ name, about }) => `    ${quotePower(name)} = ${quotePower(about)}`).join("\n")}
  }
  $flags = @{
${commands.map(({ name, flags }) => `    ${quotePower(name)} = @(${flags.map(quotePower).join(", ")})`).join("\n")}
  }
  $given = @($line.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($given.Count -eq 0 -or ($given.Count -eq 1 -and $word -ne '')) {
    $commands.Keys | Where-Object { $_ -like "$word*" } | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new($_, $_, 'Command', $commands[$_])
    }
  } elseif ($word -like '-*' -and $flags.ContainsKey($given[0])) {
    $flags[$given[0]] | Where-Object { $_ -like "$word*" } | ForEach-Object {
      [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterName', $_)
    }
  }
}
`,
};

function quotePower(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
