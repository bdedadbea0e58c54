import { describe, expect, it } from "vitest";
import { BffError } from "@/lib/queries/bff";
import { errorsOf, faultsIn } from "./form-faults.ts";

const values = { name: "", size: "", config: { port: "" }, extensions: [] };
const refusal = (status: number, message: string, details: string[] = []) =>
  new BffError(status, "bad_request", message, { details });

describe("faults of a failed save", () => {
  it("are those of the dashboard and of the API, at their fields", () => {
    const failure = refusal(400, "two faults", [
      "body.size must be at most 100",
      "body.config.port: is required for custom proxies",
    ]);
    expect(faultsIn(failure, values)).toEqual({
      faults: [
        { path: "size", message: "Must be at most 100." },
        { path: "config.port", message: "Is required for custom proxies." },
      ],
      isWhole: true,
    });
  });

  it("stand at the field that contains what is at fault", () => {
    const { faults } = faultsIn(refusal(400, "body.extensions.0.id: is not known"), values);
    expect(faults).toEqual([{ path: "extensions", message: "Is not known." }]);
  });

  it("leave what no field of the form has to the form as a whole", () => {
    const failure = refusal(400, "x", ["body.size must be less", "body.stealth is not possible here"]);
    expect(faultsIn(failure, values)).toMatchObject({ faults: [{ path: "size" }], isWhole: false });
    expect(faultsIn(refusal(400, "The address is refused."), values)).toEqual({ faults: [], isWhole: false });
    expect(faultsIn(refusal(503, "body.size is full"), values)).toEqual({ faults: [], isWhole: false });
    expect(faultsIn(new Error("body.size is wrong"), values)).toEqual({ faults: [], isWhole: false });
  });

  it("of an object that a field names and that is not there stand at that field", () => {
    const failure = refusal(404, "proxy_id: the proxy px9 was not found");
    expect(faultsIn(failure, { ...values, proxy_id: "px9" })).toEqual({
      faults: [{ path: "proxy_id", message: "The proxy px9 was not found." }],
      isWhole: true,
    });
    expect(faultsIn(refusal(404, "extensions[1]: the extension ad was not found"), values)).toEqual({
      faults: [{ path: "extensions", message: "The extension ad was not found." }],
      isWhole: true,
    });
    expect(faultsIn(refusal(404, "the pool blue was not found"), values).isWhole).toBe(false);
  });

  it("of a name that is taken stand at the field the form names", () => {
    const failure = refusal(409, "there is a pool named blue already");
    expect(faultsIn(failure, values, "name")).toEqual({
      faults: [{ path: "name", message: "There is a pool named blue already.", isSpecific: true }],
      isWhole: true,
    });
    expect(faultsIn(failure, values)).toEqual({ faults: [], isWhole: false });
  });

  it("are none where the outcome is unknown, such as of an equal act that is still in progress", () => {
    const message = "The same act was already sent and is still in progress.";
    const failure = new BffError(409, "act_in_progress", message, { isOutcomeUnknown: true });
    expect(faultsIn(failure, values, "name")).toEqual({ faults: [], isWhole: false });
  });

  it("of a conflict or a limit that names its field stand there, not at the field of the form's conflicts", () => {
    const conflict = refusal(409, "size: another pool has all browsers");
    expect(faultsIn(conflict, values, "name")).toEqual({
      faults: [{ path: "size", message: "Another pool has all browsers.", isSpecific: true }],
      isWhole: true,
    });
    expect(faultsIn(refusal(429, "size: choose a smaller one"), values)).toEqual({
      faults: [{ path: "size", message: "Choose a smaller one." }],
      isWhole: true,
    });
    expect(faultsIn(refusal(429, "all 24 browsers are in use"), values).isWhole).toBe(false);
  });

  it("show the form's own text where it has one, and the first fault of a field", () => {
    const faults = [
      { path: "size", message: "First." },
      { path: "size", message: "Second." },
      { path: "name", message: "Too long." },
    ];
    const texts = { name: "1 to 9 characters." };
    expect(errorsOf(faults, texts)).toEqual({
      size: { type: "value", message: "First." },
      name: { type: "value", message: "1 to 9 characters." },
    });
    expect(errorsOf([{ path: "name", message: "Is taken.", isSpecific: true }], texts)).toEqual({
      name: { type: "value", message: "Is taken." },
    });
  });
});
