// What may stand in the place of a value, as JSON or what looks like it: mostly what is wrong there, or written in an odd way.

export const ODD_NUMBERS =
  `1e2 -0 0 -5 -1 007 1.0 10 2 3 12345678901234567890 9007199254740991 9007199254740993
  1e400 5e-324 "1" null`.split(/\s+/);
export const ODD_TEXTS =
  `null 1 "" "\\u0041" "\\ud83d" "\\/" "\\"" "\\n" "\\x" "<script>" "<b>x<br/>" "<p\\u0020x>"
  "<p&#10;onclick=\\"x\\">" "<\\/p>" "<!--" "2024-02-30T00:00:00+03:00"
  "2024-02-29T23:59:59.120-00:00" "2024-02-29T23:59:59.1234567890123456789+00:00" "2024-02-29" "tender"
  "\u2028" "\ufeff" "\u0085" "\u00e9" "\\ude00" "\\ud83d\\ude00" "\\ud83d\\ud83d" "\\ud83d\\n" "\\uD83D\\uDE00x"
  "\\u00" "\\u00g1" "\\u0430\\u0431" "\\u003cscript>" "<p>\\u0026nbsp;</p>" "R\\u0026D" "\\u000a" "\\u001f"`
    .split(/[ \n]+/)
    .concat('"  "', '"<p> &nbsp;</p>"', '"R&D"', '"&laquo;&amp"', '"<p>a < b</p>"', '"«"', '"\\n"')
    .concat('"<p style=\\"color:red\\">"', '"<p style=\\"top:0\\">"', '"<p style\\u003dtop:0>"')
    .concat(
      '"<a href=\\"https://a.b/\\">"',
      '"a\nb"',
      '"\u0001"',
      '"00000\u000100000"',
      '"\u007f"',
      '"\0"',
      '"\t"',
    );
const ODD_OTHERS = `null true false tru NaN [] {} [1,] [[]] [1] [2,1] [{"a":1}] [{"id":1}] {"id":1} [1,1]`;
export const ODD = [...ODD_NUMBERS, ...ODD_TEXTS, ...ODD_OTHERS.split(' ')];
