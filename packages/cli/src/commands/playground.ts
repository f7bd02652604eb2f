import type { Command } from "../command.ts";

const HELP = `kiln playground: a web page that runs the server in the browser

  kiln playground                 serve the page on a free port and open it
  kiln playground --port 8080     on a port of your choice

While you type, the page shows how the server validates and stores a CRD and writes to an object. It needs no cluster
and sends nothing to other machines: this command only serves its files, on 127.0.0.1.

Flags:
  --port PORT           where to serve on 127.0.0.1 (default: a free port)
  --no-open             print the link and open no browser

Exit code: 0 stopped by a signal, 1 failed to start, 2 invalid arguments.
`;

export const playground: Command = {
  name: "playground",
  about: "a web page that runs the server in the browser",
  help: HELP,
  portAdvice: "name another with --port, or leave it out to take a free one",
  run: async (args) => (await import("../playground/run-playground.ts")).runPlayground(args),
};
