/** Each command of README.md's first walk that prints something, with its output. */
export function readWalk(readme: string): readonly (readonly [command: string, output: string])[] {
  const walk = readme.slice(readme.indexOf("## A first walk"));
  const blocks = [...walk.matchAll(/```sh\n([^`]*)```\n\n```text\n([^`]*)```/g)];
  return blocks.flatMap(([, script = "", output = ""]) => {
    const commands = script.split("\n").filter((line) => line.startsWith("kubectl"));
    const lines = output.split("\n");
    return commands.length === 1
      ? [[commands[0] as string, output] as const]
      : commands.map((command, index) => [command, `${lines[index]}\n`] as const);
  });
}
