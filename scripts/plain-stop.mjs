/** An end that is the operator's to mend: the message is one clear line, shown without a stack. */
export class PlainStop extends Error {
  name = "PlainStop";
}

/** The operator asked to stop while something was still under way. */
export class Interrupted extends PlainStop {
  name = "Interrupted";
  constructor() {
    super("Stopped before it was ready.");
  }
}
