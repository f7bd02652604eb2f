import { writeUntilKilled } from "./write-until-killed.ts";

// The process that is killed: its one argument is the options.
await writeUntilKilled(JSON.parse(process.argv[2]!));
