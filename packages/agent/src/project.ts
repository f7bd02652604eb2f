export { createNotifier, type Notification, type Notifier } from "./projector/notify/notifier.ts";
export type { ProjectorConfig } from "./projector/projector-config.ts";
export { createProjectorMetrics, type ProjectorMetrics } from "./projector/projector-metrics.ts";
export { readNotifications, readProjectSettings, type SettingSurroundings } from "./projector/read-project-settings.ts";
export { type HealthServer, serveHealth } from "./projector/serve-health.ts";
export { isSet, numberOf, oneOf, SettingError } from "./projector/setting-readers.ts";
export {
  mergeSettings,
  OWN_SETTINGS,
  SETTINGS,
  type Setting,
  type SettingValues,
  SIDECAR_SETTINGS,
} from "./projector/settings.ts";
export { type ProjectedChange, type Projector, startProjector } from "./projector/start-projector.ts";
export { toRbac } from "./projector/to-rbac.ts";
