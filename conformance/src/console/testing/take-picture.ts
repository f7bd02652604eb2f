import { join } from "node:path";
import type { ConsoleStory } from "./console-story.ts";

const IMAGES = join(import.meta.dirname, "..", "..", "..", "..", "docs", "images");

/** Takes a screenshot for the docs, on Kiln with KILN_SCREENSHOTS. */
export async function takePicture({ opened: { page }, isKiln }: ConsoleStory, name: string): Promise<void> {
  if (isKiln && (process.env.KILN_SCREENSHOTS ?? "") !== "") {
    await page.screenshot({ path: join(IMAGES, `console-${name}.png`), animations: "disabled" });
  }
}
