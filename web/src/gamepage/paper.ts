/** On paper it is always day: while a page is printed it has the light theme. */

export function onPaper(): () => void {
  const root = document.documentElement;
  let was: string | undefined;
  const before = () => {
    was ??= root.dataset["theme"];
    root.dataset["theme"] = "light";
  };
  const after = () => {
    if (was) root.dataset["theme"] = was;
    was = undefined;
  };
  addEventListener("beforeprint", before);
  addEventListener("afterprint", after);
  return () => {
    removeEventListener("beforeprint", before);
    removeEventListener("afterprint", after);
  };
}
