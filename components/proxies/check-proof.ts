/**
 * What a check of a proxy of this type proves, and what it does not. Datacenter and isp exits are fixed addresses;
 * residential and mobile ones are drawn anew from many; a custom proxy is somebody's own server.
 */
export function proofOf(type: string | null | undefined): string {
  switch (type) {
    case "datacenter":
    case "isp":
      return `The exit of ${type === "isp" ? "an isp" : "a datacenter"} proxy is fixed: a check proves that this very exit answered, at that moment.`;
    case "residential":
    case "mobile":
      return `The exits of a ${type} proxy change: a check proves that an exit could be had at that moment, not that the next session gets the same one, or a good one.`;
    case "custom":
      return "A custom proxy is a server of your own: a check proves that it took the credentials and let a request through at that moment. Its exit is whatever it uses.";
    default:
      return "How exits of this type are chosen is not known: a check proves that one answered at that moment.";
  }
}
