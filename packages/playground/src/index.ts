export type { Outcome, StepOutcome } from "./play/outcome.ts";
export { play } from "./play/play.ts";
export { openWorlds, type World, type Worlds } from "./server/open-world.ts";
export type { PlaygroundState, Step, StepVerb } from "./state/playground-state.ts";
export { parseShareLink, printShareLink } from "./state/share-state.ts";
