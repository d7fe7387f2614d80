import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;

/** An Othello program in Java that speaks the lines of a course's referee and plays the last legal move. */
public class Bot {
    private static final int[][] STEPS = {
        {-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}
    };
    private final char[][] board = new char[8][8];
    private char own;

    public static void main(String[] args) throws IOException {
        Bot bot = new Bot();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) {
            bot.hear(line.trim().split("\\s+"));
        }
    }

    private void hear(String[] words) {
        char first = words[0].isEmpty() ? 'C' : words[0].charAt(0);
        if (first == 'I') {
            own = words[1].charAt(0);
            board[3][3] = board[4][4] = 'W';
            board[3][4] = board[4][3] = 'B';
            say("C ready soon");
            say("R " + own);
            if (own == 'B') {
                answer();
            }
        } else if (first == other(own)) {
            if (words.length == 3) {
                play(first, Integer.parseInt(words[2]) - 1, words[1].charAt(0) - 'a');
            }
            answer();
        } else if (Character.isDigit(first)) {
            say(String.valueOf(count()));
        }
    }

    private void answer() {
        List<int[]> moves = moves(own);
        if (moves.isEmpty()) {
            say(moves(other(own)).isEmpty() ? String.valueOf(count()) : String.valueOf(own));
            return;
        }
        int[] move = moves.get(moves.size() - 1);
        play(own, move[0], move[1]);
        say(own + " " + (char) ('a' + move[1]) + " " + (move[0] + 1));
    }

    private List<int[]> moves(char side) {
        List<int[]> moves = new ArrayList<>();
        for (int row = 0; row < 8; row++) {
            for (int column = 0; column < 8; column++) {
                if (!turned(side, row, column).isEmpty()) {
                    moves.add(new int[] {row, column});
                }
            }
        }
        return moves;
    }

    private List<int[]> turned(char side, int row, int column) {
        List<int[]> turned = new ArrayList<>();
        if (board[row][column] != 0) {
            return turned;
        }
        for (int[] step : STEPS) {
            List<int[]> line = new ArrayList<>();
            int r = row + step[0];
            int c = column + step[1];
            while (inside(r, c) && board[r][c] == other(side)) {
                line.add(new int[] {r, c});
                r += step[0];
                c += step[1];
            }
            if (inside(r, c) && board[r][c] == side) {
                turned.addAll(line);
            }
        }
        return turned;
    }

    private void play(char side, int row, int column) {
        for (int[] at : turned(side, row, column)) {
            board[at[0]][at[1]] = side;
        }
        board[row][column] = side;
    }

    private int count() {
        int count = 0;
        for (char[] row : board) {
            for (char disc : row) {
                count += disc == 'B' ? 1 : 0;
            }
        }
        return count;
    }

    private static boolean inside(int row, int column) {
        return row >= 0 && row < 8 && column >= 0 && column < 8;
    }

    private static char other(char side) {
        return side == 'B' ? 'W' : 'B';
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
