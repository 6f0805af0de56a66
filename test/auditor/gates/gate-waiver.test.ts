import { checkDay } from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import { expect } from "chai";

describe("checkDay", () => {
  it("takes every day of the calendar, the last of each month too", () => {
    for (const day of ["2027-01-31", "2027-04-30", "2028-02-29", "2000-02-29", "2027-12-01"]) {
      expect(checkDay(day, "until")).to.equal(day);
    }
  });

  it("refuses what is no day, and names the argument", () => {
    const wrong = [
      "2027-02-29",
      "1900-02-29",
      "2027-04-31",
      "2027-13-01",
      "2027-00-10",
      "2027-01-00",
      "2027-1-1",
      "soon",
      "",
    ];
    for (const text of wrong) expect(() => checkDay(text, "until"), text).to.throw(UsageError, "until: expected a day");
  });
});
