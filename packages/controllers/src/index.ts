export type { Controller, RunningController } from "./controller.ts";
export type { ControllerServices } from "./controller-services.ts";
export { controllers } from "./controllers.ts";
export { type Advertised, publishServer } from "./publish-server.ts";
export { createRootCertificate, type RootCertificate, toRootCertificate } from "./root-certificate.ts";
export { scan } from "./scan.ts";
export { checkControllerNames, controllerNames, startControllers } from "./start-controllers.ts";
export { createWorkQueue } from "./work-queue.ts";
export { WORKLOAD_NOTICE_MS, workloadNotice } from "./workload-notice.ts";
