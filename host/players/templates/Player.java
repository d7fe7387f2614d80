import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * @NAME@: the first legal cell. Blind: all that it knows of the game is in its query, so that of a message only its
 * kind matters. Standard output is the conversation; what is meant for people goes to System.err.
 */
public final class Player {
    private static final String ABOUT = """
            {"name": "@NAME@", "author": "you", "version": "0.1", "line": "the first legal cell", "class": "blind"}""";

    private static final String QUERY = """
            WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other
            MATCH (cell:Cell)
            WHERE cell.state IS NULL AND EXISTS {
              (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other})
              ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))*
              (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol})
            }
            RETURN cell
            ORDER BY cell.row, cell.column
            LIMIT 1""";

    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        // In UTF-8 whatever the system writes, and flushed at the end of each line.
        var output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            output.println(answer(line));
        }
    }

    private static String answer(String message) {
        if (message.startsWith("{\"describe\"")) {
            return ABOUT;
        }
        // An answer is one line; to Cypher a line's end is a space.
        return message.startsWith("{\"round\"") ? QUERY.replace('\n', ' ') : "{}";
    }
}
