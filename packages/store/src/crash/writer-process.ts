import { ownUntilLeft, writeUntilKilled } from "./write-until-killed.ts";

const options = JSON.parse(process.argv[2]!);
await (options.isOwner === true ? ownUntilLeft(options) : writeUntilKilled(options));
