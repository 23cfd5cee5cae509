/** Where the rulebook is asked to open: links anywhere on the page set it. */

class Link {
  clause = $state<string | null>(null);
  count = $state(0);

  open(clause: string) {
    this.clause = clause;
    this.count += 1;
  }
}

export const link = new Link();
