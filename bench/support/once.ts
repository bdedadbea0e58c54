/** The same promise for every call: `prepare` of a harness makes what its `run` waits for. */
export function once<Given extends unknown[], T>(
  make: (...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
  let made: Promise<T> | undefined;
  return (...given) => {
    made ??= make(...given);
    return made;
  };
}
