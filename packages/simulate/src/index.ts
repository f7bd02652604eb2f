export { createSimulation, type SimulationOptions, type WorkloadSimulation } from "./create-simulation.ts";
export { OUTCOMES, SCRIPT_ANNOTATIONS } from "./pods/pod-script.ts";
