import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.HexFormat;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Says of each line, a pattern and texts in hexadecimal UTF-8, what Java's own patterns match: a 1 or a 0 a text, or "no pattern". */
class Matches {
    public static void main(String[] arguments) throws Exception {
        var lines = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        var out = new PrintStream(System.out, false, UTF_8);
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            out.println(answer(line.split(" ", -1)));
        }
        out.flush();
    }

    private static String answer(String[] words) {
        try {
            var pattern = Pattern.compile(decoded(words[0]));
            var matches = new StringBuilder();
            for (var at = 1; at < words.length; at++) {
                matches.append(pattern.matcher(decoded(words[at])).matches() ? '1' : '0');
            }
            return matches.toString();
        } catch (PatternSyntaxException error) {
            return "no pattern";
        }
    }

    private static String decoded(String word) {
        return new String(HexFormat.of().parseHex(word), UTF_8);
    }
}
