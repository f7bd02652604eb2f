export { type PageFile, type PageFiles, readPageFiles, toPageFile } from "./page-files.ts";
export { type ClusterInfo, type Console, type ConsoleOptions, startConsole } from "./start-console.ts";
