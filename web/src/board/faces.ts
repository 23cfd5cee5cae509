/** The faces in which a printed map and its counters are lettered. Thousands of words are dear to lay out: it is done once, when the faces are there, and not again for each that comes. */

const FACES = [
  ...["400", "italic 400", "700"].map((face) => `${face} 16px "Old Standard TT"`),
  ...["500", "600", "700"].map((face) => `${face} 16px "IBM Plex Sans Condensed"`),
];
/** Milliseconds after which a map is shown in whatever faces there are. */
const PATIENCE = 1500;

/** The faces have come, or they take too long. */
export async function lettered(): Promise<void> {
  const late = new Promise((done) => setTimeout(done, PATIENCE));
  const come = Promise.allSettled(FACES.map((face) => document.fonts?.load(face)));
  await Promise.race([come, late]);
}
