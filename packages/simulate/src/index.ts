export { createSimulation, type SimulationOptions } from "./create-simulation.ts";
export { OUTCOMES, SCRIPT_ANNOTATIONS } from "./pods/pod-script.ts";
