import { join } from "node:path";
import type { ConsoleStory } from "./console-story.ts";

const IMAGES = join(import.meta.dirname, "..", "..", "..", "..", "docs", "images");

/** With KILN_SCREENSHOTS set, the pictures of the docs are taken anew, on Kiln. */
export async function takePicture({ opened: { page }, isKiln }: ConsoleStory, name: string): Promise<void> {
  if (isKiln && (process.env.KILN_SCREENSHOTS ?? "") !== "") {
    await page.screenshot({ path: join(IMAGES, `console-${name}.png`), animations: "disabled" });
  }
}
