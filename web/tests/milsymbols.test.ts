import { expect, it } from "vitest";
import { drawnSymbol } from "../src/board/milsymbols";

it("a land unit by its code is drawn once the library is there; our own symbols never ask for it", async () => {
  expect(drawnSymbol("infantry", () => undefined)).toBeUndefined();
  const code = "sidc:10031000001211000000";
  await new Promise<void>((ready) => expect(drawnSymbol(code, ready)).toBeUndefined());
  expect(drawnSymbol(code, () => undefined)).toMatch(/<svg [^>]*width="100"[\s\S]*<path/);
});
