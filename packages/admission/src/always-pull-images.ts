import { printErrors } from "@kiln/access";
import { type JsonObject, notSupported, objectAt, objectsAt, printFieldError, textAt } from "@kiln/api";
import type { AdmissionPlugin } from "./admission-plugin.ts";
import { forbid } from "./forbid.ts";
import { isPod } from "./read-fields.ts";

const CONTAINERS = ["initContainers", "containers", "ephemeralContainers"];

/** Sets imagePullPolicy Always, so that the registry checks credentials for every Pod (AlwaysPullImages). */
export const alwaysPullImages: AdmissionPlugin = {
  name: "AlwaysPullImages",
  isOffByDefault: true,
  handles: (target) => isPod(target) && (target.operation === "CREATE" || target.operation === "UPDATE"),
  admit({ object = {}, oldObject }) {
    if (hasNewImage(object, oldObject)) {
      for (const { holder, field } of pullsOf(object)) {
        holder[field] = "Always";
      }
    }
    return undefined;
  },
  validate(attributes) {
    const { object = {}, oldObject } = attributes;
    const wrong = hasNewImage(object, oldObject)
      ? pullsOf(object).filter(({ holder, field }) => holder[field] !== "Always")
      : [];
    const faults = wrong.map(({ holder, field, path }) => {
      const fault = printFieldError(notSupported(path, textAt(holder, field), ["Always"]));
      return forbid(attributes, fault).message;
    });
    if (faults.length > 0) {
      throw forbid(attributes, printErrors(faults));
    }
    return undefined;
  },
};

interface Pull {
  readonly holder: JsonObject;
  readonly field: string;
  readonly path: string;
}

function pullsOf(pod: JsonObject): Pull[] {
  const spec = objectAt(pod, "spec");
  const containers = CONTAINERS.flatMap((field) =>
    objectsAt(spec, field).map((holder, i) => ({
      holder,
      field: "imagePullPolicy",
      path: `spec.${field}[${i}].imagePullPolicy`,
    })),
  );
  const volumes = objectsAt(spec, "volumes").flatMap((volume, i) =>
    (volume.image ?? null) === null
      ? []
      : [{ holder: objectAt(volume, "image"), field: "pullPolicy", path: `spec.volumes[${i}].image.pullPolicy` }],
  );
  return [...containers, ...volumes];
}

function imagesOf(pod: JsonObject | undefined): string[] {
  const spec = objectAt(pod, "spec");
  return CONTAINERS.flatMap((field) => objectsAt(spec, field).map((one) => textAt(one, "image")));
}

function hasNewImage(pod: JsonObject, old: JsonObject | undefined): boolean {
  const before = imagesOf(old);
  return old === undefined || imagesOf(pod).some((image) => !before.includes(image));
}
