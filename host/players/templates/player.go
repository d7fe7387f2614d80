// @NAME@: the move that turns the fewest discs. An open player: it is told the position.
// Standard output is the conversation; what is meant for people goes to standard error.
package main

import (
	"bufio"
	"encoding/json"
	"os"
)

type round struct {
	Position string
	Size     int
	Symbol   string
}

type request struct {
	Describe *struct{}
	Round    *round
}

type answer struct {
	Cypher string         `json:"cypher"`
	Params map[string]int `json:"params"`
}

var about = map[string]string{
	"name":    "@NAME@",
	"author":  "you",
	"version": "0.1",
	"line":    "the move that turns the fewest discs",
	"class":   "open",
}

// turned says how many discs a disc of one's own on this cell turns.
func (r *round) turned(row, column int) int {
	if r.Position[row*r.Size+column] != '-' {
		return 0
	}
	total := 0
	for down := -1; down <= 1; down++ {
		for right := -1; right <= 1; right++ {
			run := 0
			for y, x := row+down, column+right; (down != 0 || right != 0) && y >= 0 && y < r.Size && x >= 0 && x < r.Size; y, x = y+down, x+right {
				there := r.Position[y*r.Size+x]
				if there == r.Symbol[0] {
					total += run
				}
				if there == r.Symbol[0] || there == '-' {
					break
				}
				run++
			}
		}
	}
	return total
}

func (r *round) answer() answer {
	fewest, row, column := 0, 0, 0
	for cell := range r.Position {
		turned := r.turned(cell/r.Size, cell%r.Size)
		if turned > 0 && (fewest == 0 || turned < fewest) {
			fewest, row, column = turned, cell/r.Size, cell%r.Size
		}
	}
	return answer{
		Cypher: "MATCH (cell:Cell {row: $row, column: $column}) RETURN cell",
		Params: map[string]int{"row": row, "column": column},
	}
}

func main() {
	input := bufio.NewReader(os.Stdin)
	output := json.NewEncoder(os.Stdout)
	for {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return
		}
		var message request
		if err := json.Unmarshal(line, &message); err != nil {
			os.Stderr.WriteString(err.Error() + "\n")
			return
		}
		switch {
		case message.Describe != nil:
			output.Encode(about)
		case message.Round != nil:
			output.Encode(message.Round.answer())
		default:
			output.Encode(struct{}{})
		}
	}
}
