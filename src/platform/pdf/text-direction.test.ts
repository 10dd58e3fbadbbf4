import { expect, test } from "vitest";
import { isAddressFromRight } from "./text-direction.ts";

test.each([
  [["محمد عبد الله العلي", "شارع الملك فهد 12، شقة 5", "الرياض 12211", "Saudi Arabia"], true],
  [["שרה כהן־לוי", "רחוב הרצל 15, דירה 3", "6688312 תל אביב", "Israel"], true],
  [["نیلوفر گنجی‌زاده", "خیابان ولی‌عصر، پلاک ۱۲", "19395", "Iran"], true],
  [["شرة", "شارع 12", "المنامة", "البحرين"], true],
  [["شرة", "شارع 12", "المنامة", "Bahrain", "Tax number 12"], true],
  [["محمد العلي", "12 King Fahd Road", "Riyadh 12211", "Saudi Arabia"], false],
  [["Anna Levy", "רחוב הרצל 15", "תל אביב", "Israel"], false],
  [["Siobhán O’Brien", "12 King’s Road", "Georgetown", "Guyana"], false],
  [["สมชาย ศรีสุข", "ถนนสุขุมวิท", "กรุงเทพ", "Thailand"], false],
  [["12345", "Israel"], false],
  [[], false],
])("the address %j stands at the right: %s", (lines, isRight) => {
  expect(isAddressFromRight(lines)).toBe(isRight);
});
